// What scripts find on pages. Templates make the elements, so types cannot know them: what a selector finds, and where an
// event happened, is taken as it is. All else is checked.

declare const htmx: any;
declare const Sortable: any;

type Listen = (type: string, listener: (event: any) => unknown, options?: boolean | AddEventListenerOptions) => void;

declare function addEventListener(...given: Parameters<Listen>): void;

interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface NonElementParentNode {
  getElementById(id: string): any;
}

interface Element {
  closest(selectors: string): any;
}

interface HTMLElement {
  addEventListener(...given: Parameters<Listen>): void;
}

interface Document {
  addEventListener(...given: Parameters<Listen>): void;
  getElementById(id: string): any;
}
