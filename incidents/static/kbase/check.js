// Enhancements of the check form and its answer. Without this file everything works.
(() => {
  "use strict";

  // Offers the zone of this device. It is never filled in unasked: a log may well be in UTC.
  function offerZone() {
    const field = document.getElementById("field-tz");
    const template = document.getElementById("offer-zone");
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!field || !template || !zone || field.parentElement.querySelector("button")) return;
    const button = template.content.firstElementChild.cloneNode(true);
    button.textContent += ` ${zone}`;
    button.addEventListener("click", () => {
      field.value = zone;
      field.focus();
    });
    field.insertAdjacentElement("afterend", button);
  }

  // Copies the answer as text. Where that fails, the link leads to the text.
  async function copyText(event) {
    const link = event.target.closest("a[data-copy]");
    if (!link || !navigator.clipboard) return;
    event.preventDefault();
    try {
      const response = await fetch(link.href);
      if (!response.ok) throw new Error(response.statusText);
      await navigator.clipboard.writeText(await response.text());
      document.getElementById("copied").textContent = link.dataset.copied;
    } catch {
      location.assign(link.href);
    }
  }

  // Opens the part of the form that a link leads into.
  function openField(event) {
    const link = event.target.closest("a[href^='#field-']");
    const field = link && document.getElementById(link.hash.slice(1));
    if (!field) return;
    const part = field.closest("details");
    if (part) part.open = true;
    event.preventDefault();
    field.focus();
    field.scrollIntoView({ block: "center" });
  }

  // Keeps what was left empty out of the address, which people pass on.
  function dropEmpty(event) {
    for (const [name, value] of [...event.formData]) {
      if (value === "") event.formData.delete(name);
    }
  }

  document.addEventListener("formdata", dropEmpty);
  document.addEventListener("click", copyText);
  document.addEventListener("click", openField);

  // An answer that was swapped in is where the reader goes on; one that failed is asked for again,
  // so that the browser says what is wrong.
  document.addEventListener("htmx:afterSettle", () => {
    offerZone();
    const answer = document.getElementById("answer");
    if (answer) {
      answer.focus({ preventScroll: true });
      answer.scrollIntoView();
    }
  });
  for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    document.addEventListener(failure, (event) => {
      location.assign(event.detail.pathInfo.finalRequestPath);
    });
  }

  offerZone();
})();
