// Quick add: an amount, then a click on its category.
import { type SubmitEvent, useRef, useState } from 'react'
import { useNow } from '#client/now.ts'
import { refusalText } from '#client/refusal.ts'
import { useSaveItem } from '#features/budget/budget.data.ts'
import { type Budget, itemsOf, refusals } from '#features/budget/budget.ts'
import { type LineKind, offeredCategories } from '#features/budget/categories.ts'
import { type Month, monthOf } from '#features/budget/months.ts'
import { formatMoney } from '#lib/money.ts'
import { parseMoney } from '#lib/parse-money.ts'
import { dayOf, formatDayAndYear } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, TextField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { PortalCard } from '../portal-card.tsx'

type Choice = { kind: LineKind; category: string }

export function QuickAdd({ month, budget }: { month: Month; budget: Budget }) {
  const today = dayOf(useNow())
  const isCurrent = monthOf(today) === month
  const on = isCurrent ? today : `${month}-01`
  const [amount, setAmount] = useState('')
  const [description, setDescription] = useState('')
  const [isPrivate, setIsPrivate] = useState(false)
  const [errorText, setErrorText] = useState<string>()
  const save = useSaveItem()
  const attempt = useRef<{ entry: string; id: string }>(undefined)
  const choices = choicesOf(budget)
  async function add({ kind, category }: Choice) {
    const agorot = parseMoney(amount)
    if (!agorot) return setErrorText('יש להזין סכום')
    const content = { kind, category, on, amount: agorot, description, importKey: '' }
    // After a lost response the same entry is sent with the same id, and stored once.
    const entry = JSON.stringify({ isPrivate, month, content })
    const last = attempt.current
    const id = last?.entry === entry ? last.id : crypto.randomUUID()
    attempt.current = { entry, id }
    try {
      await save.mutateAsync({ id, version: 0, isPrivate, item: { kind: 'entry', month, content } })
      attempt.current = undefined
      setAmount('')
      setDescription('')
      setErrorText(undefined)
      toast.success(`נרשמו ${formatMoney(agorot)} ב${category}`)
    } catch (error) {
      setErrorText(refusalText(error, refusals))
    }
  }
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void add(choices[0]!)
  }
  return (
    <PortalCard id="money-add" title="רישום מהיר" soft>
      <form className="money-add" onSubmit={onSubmit}>
        <TextField
          name="amount"
          label="סכום בשקלים"
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          value={amount}
          error={errorText}
          onChange={({ target }) => {
            setAmount(target.value)
            setErrorText(undefined)
          }}
        />
        <TextField
          name="description"
          label="על מה"
          optional="(לא חובה)"
          maxLength={200}
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
        {!isCurrent && <p className="portal-quiet">הרישום ייכנס לתאריך {formatDayAndYear(on)}.</p>}
        <fieldset className="money-chips">
          <legend>לאיזו קטגוריה? לחיצה שומרת</legend>
          {choices.map((choice) => (
            <Button
              key={`${choice.kind} ${choice.category}`}
              size="sm"
              busy={save.isPending}
              onClick={() => void add(choice)}
            >
              {choice.category}
            </Button>
          ))}
        </fieldset>
        {budget.partners.length > 0 && (
          <CheckField
            name="private"
            label="פרטי, רק לעיניים שלי"
            checked={isPrivate}
            onChange={({ target }) => setIsPrivate(target.checked)}
          />
        )}
      </form>
    </PortalCard>
  )
}

/** Variable categories of the month, then the default ones. */
function choicesOf({ items }: Budget): Choice[] {
  const ofMonth = itemsOf(items, 'line').flatMap(({ content: { kind, category } }): Choice[] =>
    kind === 'variable' || kind === 'periodic' ? [{ kind, category }] : [],
  )
  const offered = offeredCategories.variable.map((category): Choice => ({ kind: 'variable', category }))
  const all = new Map([...ofMonth, ...offered].map((choice) => [choice.category, choice]))
  return [...all.values()].slice(0, 12)
}
