// A map in a frame of its own: it is dragged, brought nearer, and read paper by paper.
"use strict";

const map = JSON.parse(document.getElementById("map").textContent);
const chosen = document.getElementById("chosen");

function pick(node) {
  light(node);
  if (!node) {
    chosen.textContent = "Choose a paper to read of it; drag papers up and down, and the map anywhere.";
    return;
  }
  const one = node.data(), title = document.createElement(one.page ? "a" : "strong");
  title.textContent = one.title;
  if (one.page) Object.assign(title, { href: one.page, target: "_blank", rel: "noopener noreferrer" });
  const about = document.createElement("div");
  about.textContent = `${one.authors} · ${one.year} · ${one.citations.toLocaleString("en")} citation${one.citations === 1 ? "" : "s"} · ${one.community ?? "in none"} · `
    + `${node.incomers("edge").length} of the map cite it (orange), it cites ${node.outgoers("edge").length} (blue)`;
  chosen.replaceChildren(title, about);
}

show(map, { style: [], userZoomingEnabled: false });
zooming();
pick(null);
