// Edits the definition of a quiz and publishes it as the next version. Existing results do not change.
import './editor.css'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { Button } from '#ui/button.tsx'
import { useUnsaved } from '#ui/forms/unsaved.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { QuizDefinition } from '../definition/quiz-definition.ts'
import { staffRefusals } from '../quiz-edit.ts'
import type { QuizTabProps } from '../quiz-tab-props.ts'
import { usePublishQuiz } from '../staff.data.ts'
import { DimensionList } from './dimension-list.tsx'
import { problemText } from './draft-edits.ts'
import { addStep, type DraftHistory, undoStep } from './draft-history.ts'
import { QuestionList } from './question-list.tsx'
import { RuleList } from './rule-list.tsx'
import { StageList, type Worksheet } from './stage-list.tsx'
import { TextList } from './text-list.tsx'

export function EditorTab({ quiz, version, worksheets }: QuizTabProps & { worksheets: readonly Worksheet[] }) {
  // The version being edited. Another one may be published concurrently.
  const [base, setBase] = useState(version)
  const [history, setHistory] = useState<DraftHistory>({ draft: version.definition, past: [] })
  const { draft, past } = history
  const setDraft = (next: QuizDefinition) => setHistory(addStep(history, next))
  const publishing = usePublishQuiz()
  const [hasConflict, setConflict] = useState(false)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(base.definition)
  const problems = QuizDefinition.safeParse(draft).error?.issues ?? []
  useUnsaved(isChanged)

  const publish = (edited: number) =>
    publishing.mutate(
      { id: quiz.id, edited, definition: draft },
      {
        onSuccess({ version: number }) {
          setBase({ number, definition: draft })
          setConflict(false)
          toast.success(`פורסם נוסח ${number}. תוצאות שכבר הוצגו נשארות כפי שהיו`)
        },
        onError(error) {
          if (refusalCode(error) === 'stale_version') setConflict(true)
          else toast.error(refusalText(error, staffRefusals), { title: 'השאלון לא פורסם' })
        },
      },
    )

  return (
    <div className="quiz-editor">
      <div className="quiz-editor__bar">
        <output>{isChanged ? 'יש שינויים שלא פורסמו' : `נוסח ${base.number} מפורסם`}</output>
        <Button
          iconOnly
          aria-label="ביטול הצעד האחרון"
          icon={<Icon of={Undo2} />}
          aria-disabled={past.length === 0}
          onClick={() => setHistory(undoStep(history))}
        />
        <Button disabled={!isChanged} onClick={() => setDraft(base.definition)}>
          ביטול השינויים
        </Button>
        <Button
          look="primary"
          disabled={!isChanged || problems.length > 0}
          busy={publishing.isPending}
          onClick={() => publish(base.number)}
        >
          פרסום נוסח חדש
        </Button>
      </div>
      {hasConflict && version.number !== base.number && (
        <div className="quiz-editor__conflict" role="alert">
          <p>
            <b>נוסח {version.number} פורסם בזמן שערכתם.</b> שום דבר לא אבד: אפשר להמשיך ממנו, או לפרסם את שלכם אחריו.
          </p>
          <Button
            size="sm"
            onClick={() => {
              setBase(version)
              setDraft(version.definition)
              setConflict(false)
            }}
          >
            להמשיך מהנוסח שפורסם
          </Button>
          <Button size="sm" onClick={() => publish(version.number)}>
            לפרסם את הנוסח שלי
          </Button>
        </div>
      )}
      {isChanged && problems.length > 0 && (
        <div className="quiz-editor__problems" role="alert">
          <p>לפני הפרסום:</p>
          <ul>
            {[...new Set(problems.map(problemText))].slice(0, 8).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      <StageList draft={draft} onChange={setDraft} quizId={quiz.id} worksheets={worksheets} />
      <QuestionList draft={draft} onChange={setDraft} />
      <DimensionList draft={draft} onChange={setDraft} />
      <RuleList draft={draft} onChange={setDraft} />
      <TextList draft={draft} onChange={setDraft} />
    </div>
  )
}
