// Types that tsconfig.json assumes for our pages: elements found by a selector and targets of events
// have the type that the script gives them. TypeScript checks everything else that scripts call, import
// and pass on.

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
