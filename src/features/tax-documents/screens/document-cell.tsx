import { formatTime } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Ltr } from '#ui/ltr.tsx'
import type { ShownDocument } from '../tax-documents.data.ts'
import { documentState, heldState, isHeld, kindLabels } from '../tax-documents.ts'

/** The document number with a link, or the reason why it does not exist yet or is held. */
export function DocumentCell({ document }: { document: ShownDocument }) {
  const { status, kind, number, url, is_stand_in: isStandIn, allocation_number: allocation } = document
  if (status !== 'issued' || number === null) return <Missing document={document} />
  return (
    <>
      {url ? (
        <a href={url} target="_blank" rel="noreferrer" aria-label={`${kindLabels[kind]} ${number}`}>
          <Ltr>{number}</Ltr>
        </a>
      ) : (
        <Ltr>{number}</Ltr>
      )}
      <small>
        {kindLabels[kind]}
        {isStandIn && ', הדמיה'}
      </small>
      {allocation && (
        <small>
          הקצאה <Ltr>{allocation}</Ltr>
        </small>
      )}
      {isHeld(document) && <AwaitingAllocation document={document} />}
    </>
  )
}

const AwaitingAllocation = ({ document }: { document: ShownDocument }) => (
  <>
    <Badge kind="warning">ממתינה למספר הקצאה</Badge>
    <small>{heldState(document).why}. עד שיהיה מספר, היא לא נשלחת ולא מוצגת בפורטל</small>
  </>
)

function Missing({ document }: { document: ShownDocument }) {
  const { word, look, why } = documentState(document)
  const { next_try_at: next, by_hand: byHand, status } = document
  return (
    <>
      <Badge kind={look}>{word}</Badge>
      {why && <small>{why}</small>}
      {status === 'failed' && !byHand && next && <small>הניסיון הבא אחרי {formatTime(next)}</small>}
    </>
  )
}
