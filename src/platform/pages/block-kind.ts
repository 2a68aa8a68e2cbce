import type { z } from 'zod'

/** A kind of block: its label, its content schema, and the content of a new block. */
export type BlockKind<Content extends z.ZodType = z.ZodType> = {
  label: string
  /** A short description of its purpose. */
  help: string
  /** Renders the page's only h1: every page begins with exactly one such block. */
  opens?: true
  /** Site-wide: allowed only on this page, whose blocks are shown on every page. */
  everywhere?: '/*' | '/*frame'
  content: Content
  blank: z.output<Content>
}

/** Declares a kind. The list in blocks.ts registers it. */
export const blockKind = <Content extends z.ZodType>(kind: BlockKind<Content>) => kind
