/** The script of a self-contained tree page. */

import { h, query } from "../shared/dom.js";
import { listen, show } from "./mount.js";

const root = document.getElementById("view") ?? document.body.appendChild(h("main", { id: "view" }));

async function showFile() {
  const found = JSON.parse(query(document, "#tree").textContent ?? "");
  const documents = Array.isArray(found) ? found : (found.documents ?? [found]);
  const note = found.note ?? documents[0].note;
  const focus = found.focus ?? documents[0].focus ?? [];
  const [{ title, variant }] = documents;
  const head = h(
    "header",
    { class: "page-header" },
    h("h1", {}, "Search tree"),
    h("p", { class: "page-header-title" }, `${title}, ${variant} rules`),
    h("button", { type: "button", onclick: listen() }, "Help"),
  );
  root.before(head, ...(note ? [h("p", { class: "message" }, note)] : []));
  await show(root, documents, { focus });
  performance.mark("shown");
}

showFile().catch((error) => root.replaceChildren(h("p", { class: "problem", role: "alert" }, error.message)));
