// The preview: sums, skipped lines with their reasons, and the category of each merchant.
import { useState } from 'react'
import { requestsOf } from '#features/budget/bank-files/plan-import.ts'
import type { BankFile } from '#features/budget/bank-files/read-lines.ts'
import { entriesPerImport, type ImportEntries, type ImportKnowledge } from '#features/budget/budget.ts'
import { formatMoney } from '#lib/money.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, ErrorText } from '#ui/forms/field.tsx'
import { PortalCard } from '../../portal-card.tsx'
import { GroupRow } from './group-row.tsx'
import { countLines } from './import-texts.ts'
import { SkippedLines } from './skipped-lines.tsx'
import { useImportPlan } from './use-import-plan.ts'

const groupsShown = 30

type Props = {
  file: BankFile
  name: string
  knowledge: ImportKnowledge
  hasPartner: boolean
  /** Number of entries that the running save has stored so far. */
  saving: number | undefined
  errorText: string | undefined
  onSave: (plan: { entries: ImportEntries['entries']; rules: ImportEntries['rules']; isPrivate: boolean }) => void
  onColumns: () => void
  onRestart: () => void
}

export function PreviewStep({
  file,
  name,
  knowledge,
  hasPartner,
  saving,
  errorText,
  onSave,
  onColumns,
  onRestart,
}: Props) {
  const plan = useImportPlan(file, knowledge)
  const [isPrivate, setIsPrivate] = useState(false)
  const [shown, setShown] = useState(groupsShown)
  const { entries, groups, learned } = plan
  const sum = (isIncome: boolean) =>
    entries.reduce((total, { kind, amount }) => ((kind === 'income') === isIncome ? total + amount : total), 0)
  const unsure = groups.filter(({ source }) => source === 'none').length
  return (
    <>
      <PortalCard id="import-sums" title="מה ייכנס לתקציב" aside={<bdi>{name}</bdi>}>
        <dl className="money-sums">
          <div>
            <dt>תנועות</dt>
            <dd>{entries.length.toLocaleString('he-IL')}</dd>
          </div>
          <div>
            <dt>נכנס</dt>
            <dd>{formatMoney(sum(true))}</dd>
          </div>
          <div>
            <dt>יצא</dt>
            <dd>{formatMoney(sum(false))}</dd>
          </div>
        </dl>
        <SkippedLines file={file} plan={plan} />
        <div className="money-actions">
          <Button look="link" onClick={onColumns}>
            המספרים לא נראים נכון? תיקון העמודות
          </Button>
        </div>
      </PortalCard>
      {groups.length > 0 && (
        <PortalCard
          id="import-groups"
          title="לאיזו קטגוריה"
          aside={unsure > 0 ? `${unsure} מחכים להחלטה שלכם` : 'הכול סודר'}
        >
          <p className="portal-quiet">בחירה שלכם נשמרת, ובפעם הבאה בית העסק יסודר לבד.</p>
          <ul className="money-list">
            {groups.slice(0, shown).map((group) => (
              <GroupRow
                key={group.key}
                group={group}
                own={knowledge.categories}
                onDecide={(decision) => plan.decide(group.key, decision)}
              />
            ))}
          </ul>
          {groups.length > shown && (
            <Button
              onClick={() => setShown(shown + 100)}
            >{`עוד ${Math.min(100, groups.length - shown)} בתי עסק`}</Button>
          )}
        </PortalCard>
      )}
      <PortalCard id="import-save" title="שמירה" soft>
        {hasPartner && (
          <CheckField
            name="private"
            label="פרטי, רק לעיניים שלי"
            checked={isPrivate}
            onChange={({ target }) => setIsPrivate(target.checked)}
          />
        )}
        {saving !== undefined && entries.length > entriesPerImport && (
          <output>{`נשמרו ${saving.toLocaleString('he-IL')} מתוך ${countLines(entries.length)}`}</output>
        )}
        {errorText && (
          <div role="alert">
            <ErrorText>{`${errorText}. מה שכבר נשמר יזוהה, ולא יירשם פעמיים`}</ErrorText>
          </div>
        )}
        {entries.length === 0 && <p>אין כאן תנועות חדשות לשמירה.</p>}
        <div className="money-actions">
          {requestsOf(entries, learned, isPrivate).length > 0 && (
            <Button
              look="primary"
              busy={saving !== undefined}
              onClick={() => onSave({ entries, rules: learned, isPrivate })}
            >
              {entries.length > 0 ? `שמירת ${countLines(entries.length)}` : 'שמירת הקטגוריות'}
            </Button>
          )}
          <Button look="ghost" onClick={onRestart}>
            קובץ אחר
          </Button>
        </div>
      </PortalCard>
    </>
  )
}
