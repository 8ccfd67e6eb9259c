// A map on its stage, in the pages and in a notebook: papers, years above, communities at the left.
"use strict";

const stage = document.getElementById("stage");
const under = stage.parentElement.insertBefore(document.createElement("canvas"), stage);
const MANY = 4000;  // citations; of more, lines wait until the map is still
let cy = null, shown = null, still = 0;

const styles = [
  { selector: "node", style: { "overlay-opacity": 0 } },
  { selector: ".paper", style: {
    width: "data(size)", height: "data(size)", "background-color": "data(colour)",
    "border-width": 1.5, "border-color": "#fff", "font-size": 11, color: "#1f2933", "text-valign": "bottom",
    "text-margin-y": 2, "min-zoomed-font-size": 8, "text-background-color": "#fff",
    "text-background-opacity": 0.75, "z-index": "data(citations)",
  } },
  { selector: ".paper[?named], .told", style: { label: "data(label)" } },
  { selector: ".told", style: { "min-zoomed-font-size": 0, "z-index": 1e6 } },
  { selector: ".given", style: { "border-width": 3, "border-color": "#1f2933", "font-weight": 700 } },
  { selector: ".far", style: { opacity: 0.22 } },
  { selector: "edge", style: {
    width: 1.6, opacity: 0.8, "curve-style": "haystack", events: "no", "overlay-opacity": 0,
  } },
  { selector: ".citing", style: { "line-color": "#d9480f" } },
  { selector: ".cited", style: { "line-color": "#0b7285" } },
];

// Draws a map; `own` are further styles and settings.
function show(map, { style, ...own }) {
  const papers = map.papers.map((one, n) => ({
    data: { ...one, paper: one.id, id: `n${n}` }, position: { x: one.x, y: one.y },
    classes: ["paper", ...["given", "pinned", "group"].filter((kind) => one[kind])].join(" "), grabbable: !one.group,
  }));
  shown = map;
  cy = cytoscape({
    container: stage, elements: papers, layout: { name: "preset" }, style: [...styles, ...style],
    minZoom: 0.05, maxZoom: 6, boxSelectionEnabled: false, ...own,
  });
  cy.one("render", inward);
  cy.on("viewport resize", moved);
  cy.on("tap", (event) => pick(event.target === cy ? null : event.target));
  cy.on("mouseover", ".paper", (event) => event.target.addClass("told"));
  cy.on("mouseout", ".paper", (event) => event.target.removeClass("told"));
  cy.on("drag", ".paper", (event) => {
    const one = event.target;
    one.position("x", one.data("x"));
    map.papers[place(one)].y = one.position("y");
    moved();
  });
  fit();
  beneath();
  marks();
}

// Names that would be cut off at a side of the map are moved into it.
function inward() {
  for (const node of cy.nodes("[?named]")) {
    const { x1, x2 } = node.boundingBox({ includeNodes: false, includeOverlays: false });
    const by = x1 < 0 ? -x1 : Math.min(0, shown.width - x2);
    if (by) node.style("text-margin-x", by);
  }
}

const place = (node) => Number(node.id().slice(1));

// The lines of one paper in colour, or of none, and what is not joined with it pale.
function light(node) {
  lit(node, () => {
    const at = node && place(node);
    if (node) cy.add(shown.citations.filter((ends) => ends.includes(at)).map(([from, to]) => ({
      data: { source: `n${from}`, target: `n${to}` }, classes: to === at ? "citing" : "cited",
    })));
  });
}

// Chooses one, or none; `add` draws its lines.
function lit(node, add) {
  cy.batch(() => {
    cy.edges().remove();
    cy.$(".far, .chosen").removeClass("far chosen");
    add();
    if (!node) return;
    cy.nodes().not(node.closedNeighborhood()).addClass("far");
    node.addClass("chosen");
  });
}

function moved() {
  marks();
  clearTimeout(still);
  if (shown.citations.length > MANY) {
    under.width = 0;
    still = setTimeout(beneath, 120);
  } else beneath();
}

// Citations and years lie on a canvas of their own under the papers: as elements of the library,
// each with its own style, ten thousand lines would take seconds.
function beneath() {
  clearTimeout(still);
  const ratio = window.devicePixelRatio, { x, y } = cy.pan();
  under.width = stage.clientWidth * ratio;
  under.height = stage.clientHeight * ratio;
  trace(under.getContext("2d"), cy.zoom() * ratio, x * ratio, y * ratio);
}

function trace(pen, zoom, x, y) {
  const { papers, citations, marks: years, height } = shown;
  const line = (from, to) => {
    pen.beginPath();
    pen.moveTo(from.x, from.y);
    pen.lineTo(to.x, to.y);
    pen.stroke();
  };
  pen.setTransform(zoom, 0, 0, zoom, x, y);
  pen.lineWidth = Math.max(1, 0.8 / zoom);
  pen.strokeStyle = "#e8edf2";
  for (const [at] of years) line({ x: at, y: 0 }, { x: at, y: height });
  pen.strokeStyle = "#9aa5b1";
  pen.globalAlpha = Math.max(0.06, 0.35 - citations.length / 20000);
  for (const [from, to] of citations) line(papers[from], papers[to]);
}

// All of a large map; of a small one, or of groups, as much as can be read, around the centres.
function fit() {
  const high = (stage.clientHeight - 30) / shown.height, wide = stage.clientWidth / (shown.width + 20);
  const least = shown.links ? 0.85 : shown.papers.length > 200 ? 0.05 : 0.62;
  const zoom = Math.min(Math.max(Math.min(wide, high), least), 1.4);
  const given = shown.papers.filter((one) => one.given), papers = given.length ? given : shown.papers;
  const middle = (key) => papers.reduce((sum, one) => sum + one[key], 0) / papers.length;
  const along = (room, size, at, edge) => (zoom * size <= room - edge ? Math.max(edge, (room - zoom * size) / 2)
    : Math.min(edge, Math.max(room - zoom * size - 10, room / 2 - zoom * at)));
  const x = along(stage.clientWidth, shown.width, middle("x"), 0);
  cy.viewport({ zoom, pan: { x, y: along(stage.clientHeight, shown.height, middle("y"), 18) } });
}

// Years above and names of communities at the left stay in sight wherever one looks.
function marks() {
  const zoom = cy.zoom(), { x, y } = cy.pan(), [first, second] = shown.marks;
  const step = Math.max(1, Math.ceil(44 / (zoom * (second ? second[0] - first[0] : 44))));
  const years = shown.marks.filter((_, n) => n % step === 0).map(([at, year]) => mark(year, "left", at * zoom + x));
  const lanes = shown.lanes.map(({ name, top, colour }) => mark(name, "top", top * zoom + y, colour));
  document.getElementById("years").replaceChildren(...years);
  document.getElementById("lanes").replaceChildren(...lanes);
}

function mark(text, side, place, colour = "") {
  const made = document.createElement("span");
  made.textContent = text;
  made.style[side] = `${place}px`;
  made.style.color = colour;
  return made;
}

function zoomed(by) {
  const middle = { x: stage.clientWidth / 2, y: stage.clientHeight / 2 };
  cy.zoom({ level: cy.zoom() * by, renderedPosition: middle });
}

// The buttons beside every map.
function zooming() {
  const on = (id, does) => document.getElementById(id).addEventListener("click", does);
  on("fit", fit);
  on("closer", () => zoomed(1.4));
  on("farther", () => zoomed(1 / 1.4));
}
