"""The site for programs: everything under ``/api/v1/``, JSON in and out."""
