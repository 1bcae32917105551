// Browsers get the scripts of parts of the site from the folder of all scripts: what a part's lacks is there.

const PART = /\/armybuilder\/[^/]+(?=\/static\/js\/)/;

export async function resolve(name, context, next) {
  try {
    return await next(name, context);
  } catch (error) {
    if (error.code !== "ERR_MODULE_NOT_FOUND" || !PART.test(error.url ?? "")) throw error;
    return next(error.url.replace(PART, ""), context);
  }
}
