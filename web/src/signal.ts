// A signal: several parts of the page hear of one event.

export class Signal<T = void> {
  private heard: ((told: T) => void)[] = [];

  on(act: (told: T) => void): void {
    this.heard.push(act);
  }

  tell(told: T): void {
    for (const act of this.heard) act(told);
  }
}
