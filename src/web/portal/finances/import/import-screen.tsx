// Import of a bank or card file: file choice, preview, save. The file is parsed in the browser; only saving sends data.
import '../finances.css'
import './import.css'
import { useState } from 'react'
import { Link } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { requestsOf } from '#features/budget/bank-files/plan-import.ts'
import { useImportEntries, useImportKnowledge } from '#features/budget/budget.data.ts'
import { type ImportEntries, refusals } from '#features/budget/budget.ts'
import { monthName, monthOf } from '#features/budget/months.ts'
import { useHousehold } from '#features/portal/portal.data.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Button } from '#ui/button.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { PortalCard } from '../../portal-card.tsx'
import { PortalPage } from '../../portal-page.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { FileStep } from './file-step.tsx'
import { countLines } from './import-texts.ts'
import { PreviewStep } from './preview-step.tsx'
import { useBankFile } from './use-bank-file.ts'

type Done = { added: number; months: string[] }
type Plan = { entries: ImportEntries['entries']; rules: ImportEntries['rules']; isPrivate: boolean }

export function Component() {
  const knowledge = useImportKnowledge()
  const { state, choose, readAgain, chooseColumns, restart } = useBankFile()
  // Loaded with the screen, so that choosing a file causes no request.
  const household = useHousehold()
  const save = useImportEntries()
  const [sent, setSent] = useState(0)
  const [done, setDone] = useState<Done>()
  async function onSave({ entries, rules, isPrivate }: Plan) {
    setSent(0)
    const requests = requestsOf(entries, rules, isPrivate)
    const added = await save.mutateAsync({ requests, onSaved: (n) => setSent((before) => before + n) })
    setDone({ added, months: [...new Set(entries.map(({ on }) => monthOf(on)))].toSorted() })
  }
  return (
    <PortalPage
      title="קובץ מהבנק או מהכרטיס"
      lead="תנועות שהורדתם מאתר הבנק או חברת האשראי נכנסות לתקציב, כל אחת לקטגוריה שלה."
    >
      {knowledge.isLoadingError ? (
        <FailedToLoad insteadOf={knowledge.data} error={knowledge.error} onRetry={() => void knowledge.refetch()} />
      ) : household.isLoadingError ? (
        // Without the household the sharing choice would be missing, and entries would be shared with the partner.
        <FailedToLoad insteadOf={household.data} error={household.error} onRetry={() => void household.refetch()} />
      ) : !knowledge.data || !household.data ? (
        <Loading text="בודקים מה כבר רשום" />
      ) : done ? (
        <DoneCard
          {...done}
          onAnother={() => {
            setDone(undefined)
            void knowledge.refetch()
            restart()
          }}
        />
      ) : state.at === 'ready' ? (
        <PreviewStep
          file={state.file}
          name={state.name}
          knowledge={knowledge.data}
          hasPartner={household.data.length > 1}
          saving={save.isPending ? sent : undefined}
          errorText={save.error ? refusalText(save.error, refusals) : undefined}
          onSave={(plan) => void onSave(plan).catch(() => {})}
          onColumns={chooseColumns}
          onRestart={() => {
            save.reset()
            restart()
          }}
        />
      ) : state.at === 'columns' ? (
        <ColumnsStep
          file={state.file}
          errorText={state.errorText}
          onChosen={(layout) => void readAgain(layout)}
          onBack={restart}
        />
      ) : (
        <FileStep
          reading={state.at === 'reading' ? state.name : undefined}
          errorText={state.at === 'choose' ? state.errorText : undefined}
          onFile={(file) => void choose(file)}
        />
      )}
    </PortalPage>
  )
}

function DoneCard({ added, months, onAnother }: Done & { onAnother: () => void }) {
  return (
    <PortalCard id="import-done" title={added > 0 ? `נרשמו ${countLines(added)}` : 'הכול כבר היה רשום'}>
      <p>הקובץ עצמו לא נשמר אצלנו. מה שנרשם מוצפן, ואפשר למחוק כל שורה מרשימת התנועות של החודש.</p>
      <ul className="money-list import-months">
        {months.map((month) => (
          <li key={month}>
            <Link to={`/client-portal/finances?month=${month}`}>{monthName(month)}</Link>
          </li>
        ))}
      </ul>
      <div className="money-actions">
        <Button onClick={onAnother}>קובץ נוסף</Button>
      </div>
    </PortalCard>
  )
}
