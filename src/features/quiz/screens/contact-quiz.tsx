// The newest quiz result of a contact: stage and talking points.
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '#lib/time/dates.ts'
import { Block, Fact, Facts } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { useResultsOfContact } from '../staff.data.ts'
import { scoreText, withoutStage } from '../quiz-labels.ts'
import { ResultSheet } from './result-sheet.tsx'

/** Renders nothing without a result. */
export function ContactQuiz({ contactId }: { contactId: string }) {
  const { data: results = [] } = useResultsOfContact(contactId)
  const [opened, setOpened] = useState<string | null>(null)
  const [newest, before] = results
  if (!newest) return null
  return (
    <Block
      title="שאלון השלב הכלכלי"
      action={
        <Button look="ghost" size="sm" icon={<Icon of={ListChecks} />} onClick={() => setOpened(newest.id)}>
          על מה לדבר
        </Button>
      }
    >
      <Facts>
        <Fact name="שלב">{newest.result.stage?.name ?? withoutStage}</Fact>
        <Fact name="ציון">{scoreText(newest.score)}</Fact>
        <Fact name="מתי">{formatDate(newest.completed_at)}</Fact>
        {before && (
          <Fact name="קודם">
            {before.result.stage?.name ?? withoutStage}, {formatDate(before.completed_at)}
          </Fact>
        )}
      </Facts>
      <ResultSheet id={opened} onClose={() => setOpened(null)} />
    </Block>
  )
}
