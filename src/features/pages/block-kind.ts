import type { z } from 'zod'

/** A kind of block: what it is called, what it holds, and what a new one says until somebody writes it. */
export type BlockKind<Content extends z.ZodType = z.ZodType> = {
  label: string
  /** What it is good for, in a few words. */
  help: string
  /** Carries the page's one h1: every page begins with exactly one of these. */
  opens?: true
  /** Stands on every page, and so on none of its own: only the page '/*' is made of these. */
  everywhere?: true
  content: Content
  blank: z.output<Content>
}

/** Declares a kind. It becomes part of a page through the list in blocks.ts. */
export const blockKind = <Content extends z.ZodType>(kind: BlockKind<Content>) => kind
