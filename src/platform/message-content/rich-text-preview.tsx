import { type Piece, richPartsOf } from './rich-text.ts'

/** Rich text on a screen of the app. Links are not followed. */
export const RichTextPreview = ({ text }: { text: string }) =>
  richPartsOf(text).map((part, i) => {
    if (part.kind === 'paragraph')
      return (
        <p key={i}>
          <Pieces pieces={part.pieces} />
        </p>
      )
    const items = part.items.map((pieces, j) => (
      <li key={j}>
        <Pieces pieces={pieces} />
      </li>
    ))
    return part.isOrdered ? <ol key={i}>{items}</ol> : <ul key={i}>{items}</ul>
  })

const Pieces = ({ pieces }: { pieces: readonly Piece[] }) =>
  pieces.map(({ text, isBold, to }, i) => {
    const words = to === undefined ? text : <u>{text}</u>
    return isBold ? <b key={i}>{words}</b> : <span key={i}>{words}</span>
  })
