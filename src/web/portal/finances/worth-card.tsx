import { useState } from 'react'
import type { ItemOf } from '#features/budget/budget.ts'
import { assetKindLabels, netWorth } from '#features/budget/goals.ts'
import type { Month } from '#features/budget/months.ts'
import { formatMoney } from '#lib/money.ts'
import { Button } from '#ui/button.tsx'
import { PortalCard } from '../portal-card.tsx'
import { ItemDialog } from './item-dialog.tsx'
import { ItemRow } from './item-row.tsx'

/** Net worth: assets minus debts. */
export function WorthCard({
  month,
  assets,
  debts,
}: {
  month: Month
  assets: ItemOf<'asset'>[]
  debts: ItemOf<'debt'>[]
}) {
  const [edited, setEdited] = useState<ItemOf<'asset'> | 'new'>()
  const { owned, owed, net } = netWorth(
    assets.map(({ content }) => content),
    debts.map(({ content }) => content),
  )
  const isEmpty = assets.length + debts.length === 0
  return (
    <PortalCard id="money-worth" title="השווי שלנו" aside={isEmpty ? undefined : formatMoney(net)}>
      <p>
        {isEmpty
          ? 'דירה, רכב או חיסכון: רושמים פעם אחת, ורואים מה שלכם אחרי החובות.'
          : `יש ${formatMoney(owned)}, חייבים ${formatMoney(owed)}.`}
      </p>
      <ul className="money-list">
        {assets.map((asset) => (
          <ItemRow
            key={asset.id}
            item={asset}
            name={asset.content.name}
            sum={formatMoney(asset.content.value)}
            more={assetKindLabels[asset.content.kind]}
            onPress={() => setEdited(asset)}
          />
        ))}
      </ul>
      <div className="money-actions">
        <Button onClick={() => setEdited('new')}>הוספת נכס</Button>
      </div>
      {edited && (
        <ItemDialog
          kind="asset"
          month={month}
          item={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </PortalCard>
  )
}
