// Enhancements of the draft editor. Without this file everything works.
(() => {
  "use strict";

  let isTyped = false;

  function form() {
    return document.getElementById("draft-form");
  }

  function say(text) {
    const place = document.getElementById("draft-message");
    if (!place) return;
    const message = document.createElement("p");
    message.className = "editing-message";
    message.textContent = text;
    place.replaceChildren(message);
  }

  // A row that was added, moved or opened is where the person goes on.
  function goOn() {
    const row = document.querySelector("[data-focus]");
    if (!row) return;
    row.removeAttribute("data-focus");
    const field = row.querySelector("input:not([type=hidden]), textarea, select");
    (field || row).focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  }

  // A link of the error summary leads into the field.
  function enterField(event) {
    const link = event.target.closest(".error-summary a[href^='#f']");
    const place = link && document.getElementById(link.hash.slice(1));
    if (!place) return;
    const isField = place.matches("input, textarea, select");
    const field = isField ? place : place.querySelector("input:not([type=hidden]), textarea, select, button");
    if (!field) return;
    event.preventDefault();
    field.focus();
    field.scrollIntoView({ block: "center" });
  }

  // While somebody types, fields stay as they are: what was put right is not marked as wrong any more.
  function unmark() {
    const links = document.querySelectorAll("#draft-state .error-summary a");
    const wrong = [...links].map((link) => link.hash.slice(1));
    for (const error of document.querySelectorAll("#draft-form .field-error[id$='-error']")) {
      const id = error.id.slice(0, -"-error".length);
      if (wrong.some((one) => id === one || id.startsWith(`${one}-`))) continue;
      const field = document.getElementById(id);
      const described = (field?.getAttribute("aria-describedby") || "").split(" ");
      const others = described.filter((one) => one && one !== error.id);
      if (others.length) field.setAttribute("aria-describedby", others.join(" "));
      else field?.removeAttribute("aria-describedby");
      field?.removeAttribute("aria-invalid");
      error.parentElement.classList.remove("field-wrong");
      error.remove();
    }
  }

  document.addEventListener("input", (event) => {
    if (event.target.closest("#draft-form")) isTyped = true;
  });
  document.addEventListener("click", enterField);
  document.addEventListener("submit", () => {
    isTyped = false;
  });
  window.addEventListener("beforeunload", (event) => {
    if (isTyped && form()) event.preventDefault();
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful) isTyped = false;
  });
  document.addEventListener("htmx:afterSettle", goOn);
  document.addEventListener("htmx:oobAfterSwap", unmark);
  // A session that ended answers with the page for the sign-in: go there, and come back.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr, requestConfig } = event.detail;
    const asked = new URL(requestConfig.path, location.href);
    const answered = new URL(xhr.responseURL || asked.href, location.href);
    if (answered.pathname === asked.pathname) return;
    event.detail.shouldSwap = false;
    isTyped = false;
    location.assign(answered.href);
  });
  for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    document.addEventListener(failure, () => {
      const text = document.querySelector("[data-not-saved]");
      if (text) say(text.dataset.notSaved);
    });
  }

  goOn();
})();
