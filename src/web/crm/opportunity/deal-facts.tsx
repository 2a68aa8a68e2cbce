import { useState } from 'react'
import { StaffPerson } from '#features/accounts/staff-select.tsx'
import type { OpportunityDetail } from '#features/opportunities/detail/opportunity-detail.data.ts'
import { probabilityOf } from '#features/opportunities/opportunities.ts'
import type { WholePipeline } from '#features/pipelines/pipelines.ts'
import { formatDate } from '#lib/time/dates.ts'
import { formatMoney } from '#lib/money.ts'
import { Block, Fact, Facts } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { DealEditDialog } from './deal-edit-dialog.tsx'

type Props = { deal: OpportunityDetail; pipeline: WholePipeline | undefined }

/** The facts of a deal, each with what it is when nobody has said. */
export function DealFacts({ deal, pipeline }: Props) {
  const [isEditing, setEditing] = useState(false)
  const stage = pipeline?.stages.find(({ id }) => id === deal.stage_id)
  return (
    <Block
      title="פרטים"
      action={
        <Button look="ghost" size="sm" onClick={() => setEditing(true)}>
          עריכה
        </Button>
      }
    >
      <Facts>
        <Fact name="סכום">{deal.amount_agorot > 0 ? formatMoney(deal.amount_agorot) : 'לא נקבע'}</Fact>
        {deal.status === 'open' && stage && (
          <Fact name="הסתברות">
            {probabilityOf(deal, stage)}%{deal.probability_override === null && ' (לפי השלב)'}
          </Fact>
        )}
        <Fact name="סגירה צפויה">{deal.expected_close_on ? formatDate(deal.expected_close_on) : 'לא נקבעה'}</Fact>
        <Fact name="מוצר">{deal.product?.name ?? 'לא נבחר'}</Fact>
        <Fact name="באחריות">
          <StaffPerson id={deal.owner_id} />
        </Fact>
        <Fact name="מקור">{deal.source ?? 'לא ידוע'}</Fact>
        {deal.lost_note && (
          <Fact name="הערת הסגירה">
            <bdi>{deal.lost_note}</bdi>
          </Fact>
        )}
        {deal.reopened_because && (
          <Fact name="נפתחה מחדש">
            <bdi>{deal.reopened_because}</bdi>
          </Fact>
        )}
        <Fact name="נוצרה">{formatDate(deal.created_at)}</Fact>
      </Facts>
      <DealEditDialog deal={deal} open={isEditing} onOpenChange={setEditing} />
    </Block>
  )
}
