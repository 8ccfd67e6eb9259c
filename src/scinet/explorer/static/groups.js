// Groups of a large map: lines as wide as their citations, and the papers of the chosen group.
"use strict";

// On a phone columns have room for a number each.
const isNarrow = () => stretch < 1;

const ofGroups = [
  { selector: ".group", style: {
    label: (one) => (isNarrow() ? one.data("citations").toLocaleString("en") : one.data("label")), color: "#1f2933", "text-valign": "bottom", "text-margin-y": 2, "text-background-color": "#fff",
    "text-background-opacity": 0.75, "border-width": 2, "background-opacity": 0.9, "text-wrap": "wrap", "text-max-width": 150, "font-size": () => (isNarrow() ? 18 : 10.5), "line-height": 1.15,
    "min-zoomed-font-size": 6, "z-index": 1,
  } },
  { selector: "edge", style: {
    width: "data(width)", opacity: 0.3, "line-color": "#9aa5b1", "target-arrow-color": "#9aa5b1", "target-arrow-shape": "triangle",
    "arrow-scale": 0.7, "curve-style": "unbundled-bezier", "control-point-distances": "data(bend)", "control-point-weights": 0.5,
  } },
  { selector: ".pale", style: { opacity: 0.07 } },
  { selector: ".citing", style: { opacity: 0.75, "line-color": "#d9480f", "target-arrow-color": "#d9480f" } },
  { selector: ".cited", style: { opacity: 0.75, "line-color": "#0b7285", "target-arrow-color": "#0b7285" } },
];

// Lines bend the more the farther they lead, so that none lies over the groups between its ends.
function linked(links) {
  return links.map(([from, to, citations, width]) => {
    const far = across(Math.abs(shown.papers[from].x - shown.papers[to].x));
    return { data: { source: `n${from}`, target: `n${to}`, citations, width, bend: far / 6 } };
  });
}

// The lines of one group or paper in colour, those too that are not drawn otherwise.
function lightGroup(node) {
  lit(node, () => {
    const at = node && place(node), own = ([from, to]) => node && (from === at || to === at);
    cy.add(linked(shown.links.filter((one) => one[4] && !own(one)))).addClass(node ? "pale" : "");
    if (!node) return;
    cy.add(linked(shown.links.filter(own)));
    node.incomers("edge").addClass("citing");
    node.outgoers("edge").addClass("cited");
  });
}

async function tellOfGroup(aside, group) {
  aside.setAttribute("aria-busy", "true");
  const query = new URLSearchParams(location.search);
  query.set("group", group);
  const answer = await asked(`/map/group?${query}`, { headers: { "HX-Request": "true" } });
  if (chosen !== group) return;  // another was chosen meanwhile
  const page = new DOMParser().parseFromString(answer?.text ?? `${UNANSWERED}choose it again.`, "text/html");
  aside.replaceChildren(...page.body.childNodes);
  aside.setAttribute("aria-busy", "false");
}

// A group by its button under the map: the map and what is said of it come into sight.
function pickGroup(group) {
  const [node] = cy.nodes(".group").filter((one) => one.data("paper") === group);
  cy.center(node);
  pick(node);
  const aside = document.getElementById("chosen");
  aside.focus({ preventScroll: true });
  (aside.offsetTop > figure.offsetTop + 40 ? aside : figure).scrollIntoView({ block: "center" });
}
