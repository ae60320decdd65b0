import type { Flow } from '../engine';
import { action, makeObservable, observableRef } from 'mobx';

/** A panel offers what makes, or takes, one flow. */
export type PanelType = Flow;

/** The side panel: closed, or open for one type, with its search. */
export class PanelStore {
  openType: PanelType | null = null;
  search = '';

  constructor() {
    makeObservable(this, {
      openType: observableRef,
      search: observableRef,
      toggle: action,
      close: action,
      setSearch: action,
    });
  }

  /** Opens the panel for a type; the open type again closes it. */
  toggle(type: PanelType): void {
    this.openType = this.openType === type ? null : type;
    this.search = '';
  }

  close(): void {
    this.openType = null;
    this.search = '';
  }

  setSearch(search: string): void {
    this.search = search;
  }

  /** A plain case-insensitive substring filter (PANEL-7). */
  matches(name: string): boolean {
    return name.toLowerCase().includes(this.search.toLowerCase());
  }
}
