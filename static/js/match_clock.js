// The clocks of a game at the table: the server counts the time used, the page adds the time since the last answer.

const inHours = (milliseconds) => {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (number) => String(number).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
};

export class Clocks {
  constructor(element, send) {
    this.element = element;
    this.updatedAt = 0;
    for (const row of element.querySelectorAll("[data-clock]")) {
      const whose = Number(row.dataset.clock);
      row.querySelector(".clock-run")?.addEventListener("click", () => {
        send(this.state.runs === whose ? { kind: "clock", clock: "stop" } : { kind: "clock", clock: "run", whose });
      });
      row.querySelector(".clock-set")?.addEventListener("change", ({ target }) => {
        const parts = target.value.trim().split(":").map(Number);
        const valid = parts.length <= 3 && parts.every((part) => Number.isInteger(part) && part >= 0);
        target.setCustomValidity(valid ? "" : "Hours, minutes and seconds, such as 1:02:05.");
        if (!target.reportValidity()) return;
        send({ kind: "clock", clock: "set", whose, seconds: parts.reduce((sum, part) => 60 * sum + part, 0) });
        target.value = "";
      });
    }
    setInterval(() => this.tick(), 1000);
  }

  update(state, ended) {
    if (state !== this.state) [this.state, this.updatedAt] = [state, performance.now()];
    this.element.querySelectorAll("button, input").forEach((control) => { control.disabled = ended; });
    this.tick();
  }

  tick() {
    const { used, runs, since, now } = this.state;
    for (const row of this.element.querySelectorAll("[data-clock]")) {
      const whose = Number(row.dataset.clock);
      const running = runs === whose ? Math.max(0, now - since) + performance.now() - this.updatedAt : 0;
      row.querySelector(".clock-time").textContent = inHours(used[whose] + running);
      const button = row.querySelector(".clock-run");
      if (button) button.textContent = runs === whose ? "Stop" : "Run";
    }
  }
}
