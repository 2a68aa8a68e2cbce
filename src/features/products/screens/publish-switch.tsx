import { useState } from 'react'
import { useNavigate } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { useActiveRoles } from '#platform/accounts/accounts.data.ts'
import { isAdmin } from '#platform/accounts/accounts.ts'
import { type ShownProduct, useDeleteProduct, useShowProduct } from '#features/products/products.data.ts'
import { refusals } from '#features/products/products.ts'
import { Block, BlockText } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/layers/dialog.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { optimisticValue } from '#platform/editing/optimistic-switch.ts'

/** Visibility switch and deletion of a product. */
export function PublishSwitch({ product }: { product: ShownProduct }) {
  const save = useShowProduct()
  const { data: roles } = useActiveRoles()
  const [isDialogOpen, setOpenDialog] = useState(false)
  const failed = (error: unknown) => void toast.error(refusalText(error, refusals))
  return (
    <Block title="באתר">
      <Switch
        label="המוצר מוצג באתר"
        hint={product.prices.length === 0 ? 'עוד לא נקבע מחיר, ולכן יוצע רק להשאיר שם' : undefined}
        checked={optimisticValue(save, product, 'is_active')}
        onChange={(event) => save.mutate({ id: product.id, is_active: event.target.checked }, { onError: failed })}
      />
      {isAdmin(roles ?? []) && (
        <Button look="link" size="sm" onClick={() => setOpenDialog(true)}>
          מחיקת המוצר
        </Button>
      )}
      {!product.is_active && <BlockText>מי שיפתחו את הכתובת יראו שאין כאן עמוד.</BlockText>}
      <DeleteDialog product={product} open={isDialogOpen} onOpenChange={setOpenDialog} />
    </Block>
  )
}

function DeleteDialog({
  product,
  open,
  onOpenChange,
}: {
  product: ShownProduct
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const removing = useDeleteProduct()
  const navigate = useNavigate()
  async function remove() {
    try {
      // Awaited instead of mutation callbacks: those are dropped if the deleted product unmounts the screen first.
      await removing.mutateAsync(product.id)
      toast.success('המוצר נמחק')
      void navigate('/crm/products')
    } catch (error) {
      toast.error(refusalText(error, refusals))
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={
        <>
          למחוק את <bdi>{product.name}</bdi>?
        </>
      }
      text="העמוד, המחירים ורשימת הממתינים יימחקו. אנשי הקשר נשארים. מוצר שנרשמו אליו לא נמחק: כדי להסתיר אותו, אפשר לכבות את ההצגה באתר."
    >
      <DialogActions>
        <Button look="danger" busy={removing.isPending} onClick={() => void remove()}>
          מחיקה
        </Button>
        <Button look="ghost" onClick={() => onOpenChange(false)}>
          חזרה
        </Button>
      </DialogActions>
    </Dialog>
  )
}
