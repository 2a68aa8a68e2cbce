import { useState } from 'react'
import { StaffPerson } from '#platform/accounts/staff-select.tsx'
import type { OpportunityDetail } from '#features/opportunities/detail/opportunity-detail.data.ts'
import { probabilityOf } from '#features/opportunities/opportunities.ts'
import type { WholePipeline } from '#platform/pipelines/pipelines.ts'
import { formatDate } from '#lib/time/dates.ts'
import { formatMoney } from '#lib/money.ts'
import { Block, Fact, Facts } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { OpportunityEditDialog } from './opportunity-edit-dialog.tsx'

type Props = { opportunity: OpportunityDetail; pipeline: WholePipeline | undefined }

/** Fields of an opportunity, with placeholders for unset ones. */
export function OpportunityDetails({ opportunity, pipeline }: Props) {
  const [isEditing, setEditing] = useState(false)
  const stage = pipeline?.stages.find(({ id }) => id === opportunity.stage_id)
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
        <Fact name="סכום">{opportunity.amount_agorot > 0 ? formatMoney(opportunity.amount_agorot) : 'לא נקבע'}</Fact>
        {opportunity.status === 'open' && stage && (
          <Fact name="הסתברות">
            {probabilityOf(opportunity, stage)}%{opportunity.probability_override === null && ' (לפי השלב)'}
          </Fact>
        )}
        <Fact name="סגירה צפויה">
          {opportunity.expected_close_on ? formatDate(opportunity.expected_close_on) : 'לא נקבעה'}
        </Fact>
        <Fact name="מוצר">{opportunity.product?.name ?? 'לא נבחר'}</Fact>
        <Fact name="באחריות">
          <StaffPerson id={opportunity.owner_id} />
        </Fact>
        <Fact name="מקור">{opportunity.source ?? 'לא ידוע'}</Fact>
        {opportunity.lost_note && (
          <Fact name="הערת הסגירה">
            <bdi>{opportunity.lost_note}</bdi>
          </Fact>
        )}
        {opportunity.reopened_because && (
          <Fact name="נפתחה מחדש">
            <bdi>{opportunity.reopened_because}</bdi>
          </Fact>
        )}
        <Fact name="נוצרה">{formatDate(opportunity.created_at)}</Fact>
      </Facts>
      <OpportunityEditDialog opportunity={opportunity} open={isEditing} onOpenChange={setEditing} />
    </Block>
  )
}
