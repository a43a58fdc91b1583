/** A quiz about the search: predict the value of a node, or whether alpha-beta cuts there. */

import { h } from "../../shared/dom.js";
import { counted, number } from "../../shared/format.js";
import { moveOf, sideOf } from "../model/node-text.js";
import { explanation, questionText, quizQuestions } from "../model/quiz.js";
import { hasWindows, windowIn } from "../model/search-window.js";
import { entered, left } from "../model/timeline.js";
/** @import { Question } from "../model/quiz.js" */
/** @import { Tree, View } from "../types.js" */

/** The panel of the quiz, and what starts and ends it. */
export function createQuiz() {
  const element = h("section", { class: "quiz", "aria-label": "Quiz", hidden: true });
  /** @type {View | null} */
  let view = null;
  /** @type {Tree | null} the tree that the questions are about */
  let tree = null;
  /** @type {Question[]} */
  let questions = [];
  let round = 0;
  let asked = 0;
  let score = 0;

  /** @param {View} on  the view that the quiz is about */
  function start(on) {
    end();
    [view, tree, asked, score] = [on, on.tree, 0, 0];
    questions = quizQuestions(tree, round++);
    element.hidden = false;
    on.debugger.reset();
    on.debugger.element.hidden = true;
    on.endQuiz = end;
    if (questions.length) ask();
    else
      show(
        h("p", {}, "This tree has no node with 2 to 8 moves to ask about. Try a smaller depth."),
        closeButton(),
      );
  }

  function end() {
    element.hidden = true;
    if (!view) return;
    const before = view;
    view = null;
    before.endQuiz = null;
    before.debugger.element.hidden = false;
    before.debugger.reset();
    before.focusOn(before.focus, { grab: true });
  }

  /**
   * Show the content and focus its first control.
   * @param {...(Node | null)} content
   */
  function show(...content) {
    element.replaceChildren(...content.filter((each) => each !== null));
    /** @type {HTMLElement | null} */ (element.querySelector("input, button"))?.focus();
  }

  const closeButton = () => h("button", { type: "button", onclick: end }, "Close");

  function ask() {
    if (!view || !tree || view.tree !== tree) return end(); // more of the tree was loaded, which changes the numbers of nodes
    const question = questions[asked];
    view.setMoment(entered(tree, question.node));
    return show(
      h("h2", { id: "quiz-number" }, `Question ${asked + 1} of ${questions.length}`),
      h("p", { id: "quiz-question" }, questionText(tree, question)),
      triedTable(tree, question),
      question.kind === "value" ? valueForm(question) : cutButtons(question),
      closeButton(),
    );
  }

  /** @param {Question} question */
  function valueForm(question) {
    const field = h("input", {
      type: "number",
      step: 1,
      required: true,
      "aria-label": "Value",
      "aria-describedby": "quiz-number quiz-question",
    });
    const onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (field.checkValidity()) judge(question, field.valueAsNumber);
    };
    return h("form", { class: "quiz-answer", novalidate: true, onsubmit }, field, h("button", {}, "Answer"));
  }

  /** @param {Question} question */
  function cutButtons(question) {
    /**
     * @param {string} text
     * @param {boolean} answer
     */
    const button = (text, answer) =>
      h(
        "button",
        {
          type: "button",
          "aria-describedby": "quiz-number quiz-question",
          onclick: () => judge(question, answer),
        },
        text,
      );
    return h("div", { class: "quiz-answer" }, button("Cut off", true), button("Not cut off", false));
  }

  /**
   * @param {Question} question
   * @param {number | boolean} answer
   */
  function judge(question, answer) {
    if (!view || !tree || view.tree !== tree) return end();
    const isRight = answer === question.answer;
    score += isRight ? 1 : 0;
    asked += 1;
    view.setMoment(left(tree, question.node));
    const isLast = asked === questions.length;
    const verdict = `${isRight ? "Right" : "Wrong"}: ${explanation(tree, question)}`;
    const total = `${score} of ${counted(asked, "answer")} right.`;
    return show(
      h("h2", {}, isLast ? "Result" : `Question ${asked} of ${questions.length}`),
      h("p", { class: isRight ? "quiz-right" : "quiz-wrong", role: "status" }, `${verdict} ${total}`),
      isLast
        ? h("button", { type: "button", onclick: () => view && start(view) }, "Another quiz")
        : h("button", { type: "button", class: "primary", onclick: ask }, "Next question"),
      closeButton(),
    );
  }

  return { element, start, end };
}

/**
 * The window on entry of the node in question, and the values of the moves that have been tried.
 * @param {Tree} tree
 * @param {Question} question
 */
function triedTable(tree, { node, tried }) {
  const [alpha, beta] = windowIn(tree, node);
  const window = hasWindows(tree) ? `, entered with α ${number(alpha)}, β ${number(beta)}` : "";
  return h(
    "table",
    { class: "quiz-tried" },
    h("caption", {}, `${sideOf(tree, node)}${window}`),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Move"), h("th", { scope: "col" }, "Value"))),
    h(
      "tbody",
      {},
      ...tried.map((child) =>
        h("tr", {}, h("th", { scope: "row" }, moveOf(tree, child)), h("td", {}, number(tree.value[child]))),
      ),
    ),
  );
}
