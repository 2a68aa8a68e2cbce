import { Plus } from 'lucide-react'
import { maxBlocks } from '#platform/pages/pages.ts'
import { count } from '#lib/hebrew/count.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'

/** The remaining blocks are shown from this number on. */
const ANNOUNCED_REST = 5

/** Adds a block at the end of the page. At the limit a message replaces the button. */
export function AddBlockButton({ blocks, onAdd }: { blocks: number; onAdd: () => void }) {
  const rest = maxBlocks - blocks
  if (rest <= 0) return <p className="hint">העמוד מלא: אפשר עד {maxBlocks} מקטעים. כדי להוסיף מקטע, הסירו קודם אחר.</p>
  return (
    <>
      <Button block icon={<Icon of={Plus} />} onClick={onAdd}>
        הוספת מקטע
      </Button>
      {rest <= ANNOUNCED_REST && (
        <p className="hint">
          {count(rest, {
            one: 'נשאר מקום למקטע אחד',
            two: 'נשאר מקום לשני מקטעים',
            other: 'נשאר מקום ל־# מקטעים',
          })}
          , מתוך {maxBlocks}.
        </p>
      )}
    </>
  )
}
