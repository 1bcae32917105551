"""The abstract model of a picture that a player uploaded."""

from typing import Any

from django.db import models

from armybuilder.drawing.picture_reading import Picture


class StoredPicture(models.Model):
    """A re-encoded picture: ``image``, the square ``small`` one, and a ``digest`` that differs for every picture."""

    image = models.BinaryField()
    small = models.BinaryField()
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    digest = models.CharField(max_length=16)

    class Meta:
        abstract = True

    @staticmethod
    def columns(picture: Picture) -> dict[str, Any]:
        """The values of the columns for a picture."""
        return {
            "image": picture.image,
            "small": picture.small,
            "width": picture.width,
            "height": picture.height,
            "digest": picture.digest,
        }
