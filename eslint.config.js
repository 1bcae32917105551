// Scripts are formatted and checked by the recommended rules of ESLint and its stylistic plugin, but for these.
import js from "@eslint/js";
import stylistic from "@stylistic/eslint-plugin";
import globals from "globals";

export default [
  { ignores: ["**/vendor/**", "build/**", "var/**", ".venv/**"] },
  js.configs.recommended,
  stylistic.configs.customize({ arrowParens: true, braceStyle: "1tbs", quotes: "double", semi: true }),
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "@stylistic/max-len": [
        "error",
        { code: 120, ignoreRegExpLiterals: true, ignoreStrings: true, ignoreTemplateLiterals: true },
      ],
      // The marks that names leave out follow one another there.
      "no-misleading-character-class": ["error", { allowEscape: true }],
      "no-unused-vars": ["error", { ignoreRestSiblings: true }],
      // A short event handler has one line.
      "@stylistic/max-statements-per-line": ["error", { max: 2 }],
      "@stylistic/multiline-ternary": "off",
      "@stylistic/operator-linebreak": ["error", "before", { overrides: { "=": "after" } }],
      "@stylistic/quote-props": ["error", "as-needed"],
      "@stylistic/quotes": ["error", "double", { allowTemplateLiterals: "avoidEscape", avoidEscape: true }],
    },
  },
  {
    files: ["static/js/**", "armybuilder/*/static/js/**"],
    languageOptions: { globals: { ...globals.browser, htmx: "readonly", Sortable: "readonly" } },
  },
  {
    // The site begins these with its version.
    files: ["static/js/*_worker.js"],
    languageOptions: { globals: { ...globals.serviceworker, VERSION: "readonly" } },
  },
  {
    files: ["tests/js/**", "armybuilder/*/tests/js/**"],
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
  },
];
