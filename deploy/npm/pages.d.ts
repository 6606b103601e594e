// What tsconfig.json takes for granted of our pages: what a selector finds there, and what an event comes from, is what the
// script says it is. All else that scripts call, import and hand over is looked at.

interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface NonElementParentNode {
  getElementById(id: string): any;
}

interface Document {
  getElementById(id: string): any;
}

interface UIEvent {
  readonly target: any;
}

interface SubmitEvent {
  readonly target: any;
}

interface ToggleEvent {
  readonly target: any;
}

declare const htmx: any;
