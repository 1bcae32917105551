// Styles are formatted and checked by the standard rules of stylelint, but for these.
export default {
  extends: ["stylelint-config-standard", "@stylistic/stylelint-config"],
  ignoreFiles: ["**/vendor/**"],
  reportNeedlessDisables: true,
  rules: {
    // A short rule has one line, and rules that belong together stand together.
    "declaration-block-single-line-max-declarations": null,
    "@stylistic/selector-list-comma-newline-after": "always-multi-line",
    "@stylistic/value-list-comma-newline-after": null,
    "@stylistic/declaration-colon-newline-after": null,
    "at-rule-empty-line-before": null,
    "comment-empty-line-before": null,
    "custom-property-empty-line-before": null,
    "declaration-empty-line-before": null,
    "rule-empty-line-before": null,
    // Rules are in the order of a page's parts.
    "no-descending-specificity": null,
    // Django makes names of fields with underscores.
    "selector-class-pattern": null,
    "selector-id-pattern": null,
    // Phones of 2021 do not know `width >= 30rem`.
    "media-feature-range-notation": "prefix",
    // Safari has no other.
    "property-no-vendor-prefix": [true, { ignoreProperties: ["user-select"] }],
  },
  overrides: [
    {
      // These are for WeasyPrint: pages have variables, and fonts no others to fall back to.
      files: ["**/static/css/print/**"],
      rules: {
        "at-rule-descriptor-no-unknown": null,
        "declaration-block-no-redundant-longhand-properties": null,
        "font-family-no-missing-generic-family-keyword": null,
      },
    },
  ],
};
