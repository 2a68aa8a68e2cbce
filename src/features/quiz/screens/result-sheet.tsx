// Detail view of one result next to the list.
import { refusalText } from '#client/refusal.ts'
import { Sheet } from '#ui/layers/sheet.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { staffRefusals } from '../quiz-edit.ts'
import { useQuizResult } from '../staff.data.ts'
import { ResultDetail } from './result-detail.tsx'

type Props = { /** Null while the sheet is closed. */ id: string | null; onClose: () => void }

/** Stays mounted, so that the click that opens it does not count as a click outside. */
export function ResultSheet({ id, onClose }: Props) {
  return (
    <Sheet open={id !== null} onOpenChange={(isOpen) => !isOpen && onClose()} title="תוצאה של שאלון">
      {id !== null && <Result id={id} />}
    </Sheet>
  )
}

function Result({ id }: { id: string }) {
  const { data: row, error, isPending } = useQuizResult(id)
  if (isPending) return <Loading />
  if (!row) return <p role="alert">{error ? refusalText(error, staffRefusals) : staffRefusals.result_not_found}</p>
  return <ResultDetail row={row} withContact />
}
