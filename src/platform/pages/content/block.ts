import { type BlockOf, blockKinds, type Kind } from '../blocks.ts'

/** A block of a default page; omitted fields get the empty value of the kind. */
export function block<K extends Kind>(id: string, kind: K, content: Partial<BlockOf<K>['content']>): BlockOf<K> {
  return { id, kind, content: { ...blockKinds[kind].blank, ...content } as BlockOf<K>['content'] }
}
