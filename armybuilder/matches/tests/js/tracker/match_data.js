// A small game at the table, as the site puts it on its page.

export const hits = {
  slug: "hits", title: "Hits", boxes: 3, usual_boxes: 3, start: 0, counts: true, exclusive: false, keys: ["1", "2", "3"], titles: [],
  names: [], marks: [], unticked: "",
};
export const mode = {
  slug: "mode", title: "Mode", boxes: 2, start: 1, counts: false, exclusive: true, keys: ["march", "fire"],
  titles: ["March", "Fire"], names: [], marks: [], unticked: "",
};
export const tired = {
  slug: "tired",
  title: "Tired",
  boxes: 1,
  start: 0,
  counts: false,
  exclusive: false,
  keys: ["tired"],
  titles: ["Tired"],
  names: [],
  marks: [],
  unticked: "",
};
export const out = {
  slug: "out", title: "Out", boxes: 1, start: 0, counts: false, exclusive: false, keys: ["out"], titles: ["Out"],
  names: [], marks: [], unticked: "",
};

// The rows of a side: ids of one kind, all in one group.
export function sideOf(name, ids, group = "g1") {
  const rows = ids.map((id, place) => (
    { id, look: 0, number: String(place + 1), kind: 1, run: null, has_card: false }
  ));
  return { name, groups: [{ id: group, name: "Group", rows }] };
}

export function matchData(given = {}) {
  return {
    address: "/matches/m1",
    events: "/matches/m1/events",
    side: 0,
    both: false,
    unfolded: false,
    sides: [sideOf("Red", ["r1", "r2"]), sideOf("Blue", ["b1"])],
    looks: [{ title: "Scouts" }],
    kinds: [[hits], [hits, mode]],
    conditions: [tired],
    out,
    entries: [],
    head: 5,
    ticks: [{}, {}, {}],
    acted: [[], []],
    hurt: [],
    actions: {},
    turn: 1,
    segment: 0,
    segments: ["Move"],
    ended: false,
    ending: null,
    standing: ["1 pebble", "1 pebble"],
    waiting: [],
    undone: [],
    clocks: { now: 0 },
    consequences: [[], []],
    values: [{}, {}],
    guide: { may: [[], []], due: [[], []], next: [2, 0], passes: false },
    ...given,
  };
}

export const page = (data) => `
  <h1>A game</h1><div id="symbols"></div><p id="page-state"></p>
  <section id="engage-panel" hidden></section>
  <details id="log"><select id="log-unit"></select><ol id="log-entries"></ol></details><p id="last"></p>
  <dialog id="more"></dialog><div id="notices"></div><div id="proposals"></div><div id="bell"></div>
  <script type="application/json" id="match-data">${JSON.stringify(data)}</script>`;
