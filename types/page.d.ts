// What scripts find on pages. Templates make the elements, so types cannot know them: what a selector finds, and where
// an event happened, is taken as it is. All else is checked.

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

interface Navigator {
  /** What only some browsers say of the network. */
  connection?: { saveData: boolean };
}

interface Document {
  addEventListener(...given: Parameters<Listen>): void;
  getElementById(id: string): any;
}

/** What a selector has found. */
type Found = any;

/** An event on an element that a template makes. */
type OnPage<E extends Event> = E & { target: any; currentTarget: any };

/** Sends the form of one of the builder's buttons with these fields. */
type Press = (action: string, fields: Record<string, string>) => void;

/** Where a dragged part was, and where it is. */
interface Drop {
  item: Element;
  from: Element;
  to: Element;
  oldDraggableIndex: number;
  newDraggableIndex: number;
}

/** A swap of htmx, of the whole answer or a part of it. */
interface SwapTask {
  type: string;
  target: any;
  fragment: any;
}
