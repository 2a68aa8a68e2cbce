import { type TextSegment, richPartsOf } from './rich-text.ts'

/** Rich text rendered in the app. Links are active only where the text is shown to its recipient, not in a preview. */
export const RichTextPreview = ({ text, follows = false }: { text: string; follows?: boolean }) =>
  richPartsOf(text).map((part, i) => {
    if (part.kind === 'paragraph')
      return (
        <p key={i}>
          <Pieces pieces={part.pieces} follows={follows} />
        </p>
      )
    const items = part.items.map((pieces, j) => (
      <li key={j}>
        <Pieces pieces={pieces} follows={follows} />
      </li>
    ))
    return part.isOrdered ? <ol key={i}>{items}</ol> : <ul key={i}>{items}</ul>
  })

const Pieces = ({ pieces, follows }: { pieces: readonly TextSegment[]; follows: boolean }) =>
  pieces.map(({ text, isBold, to }, i) => {
    const label = to === undefined ? text : follows ? <a href={to}>{text}</a> : <u>{text}</u>
    return isBold ? <b key={i}>{label}</b> : <span key={i}>{label}</span>
  })
