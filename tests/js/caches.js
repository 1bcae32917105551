// The caches of a browser, for tests of scripts in Node: responses by the addresses of their requests.

const hrefOf = (asked) => new URL(asked.url ?? asked, "https://armies.example").href;
const withoutSearch = (href) => href.split("?")[0];

class Cache {
  kept = new Map();

  find(asked, { ignoreSearch = false } = {}) {
    const wanted = hrefOf(asked);
    if (!ignoreSearch) return this.kept.has(wanted) ? wanted : undefined;
    return [...this.kept.keys()].find((href) => withoutSearch(href) === withoutSearch(wanted));
  }

  async match(asked, options) { return this.kept.get(this.find(asked, options))?.clone(); }
  async put(asked, answer) { this.kept.set(hrefOf(asked), answer); }
  async delete(asked, options) { return this.kept.delete(this.find(asked, options)); }
  async keys() { return [...this.kept.keys()].map((url) => ({ url })); }
}

const named = new Map();

export const caches = {
  async open(name) {
    if (!named.has(name)) named.set(name, new Cache());
    return named.get(name);
  },
  has: async (name) => named.has(name),
  delete: async (name) => named.delete(name),
  async match(asked, { cacheName, ...options } = {}) {
    for (const [name, cache] of named) {
      const found = (cacheName ?? name) === name && await cache.match(asked, options);
      if (found) return found;
    }
    return undefined;
  },
};

export const clearCaches = () => named.clear();

// The paths of all that is in a cache, in order.
export const pathsIn = (name) => [...(named.get(name)?.kept.keys() ?? [])].map((url) => {
  const { pathname, search } = new URL(url);
  return pathname + search;
}).sort();

export const textIn = async (name, path) => (await named.get(name)?.match(path))?.text();
