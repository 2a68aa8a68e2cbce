import { refusalText } from '#client/refusal.ts'
import { refusals } from '#features/blog/blog.ts'
import { usePostAction } from '#features/blog/editing.data.ts'
import { toast } from '#ui/toast/toast.tsx'

/** Returns a function that deletes a post and offers undo in a toast. It resolves to whether the post was deleted. */
export function useDeletePost() {
  const remove = usePostAction('remove')
  const restore = usePostAction('bringBack')
  return async ({ id, version }: { id: string; version: number }): Promise<boolean> => {
    try {
      const deleted = await remove.mutateAsync({ id, version })
      toast.info('המאמר נמחק. הוא מחכה ברשימה, תחת ״נמחקו״', {
        action: {
          text: 'החזרה',
          run: () =>
            void restore
              .mutateAsync({ id, version: deleted })
              .then(() => toast.success('המאמר חזר, כטיוטה'))
              .catch((error: unknown) => toast.error(refusalText(error, refusals))),
        },
      })
      return true
    } catch (error) {
      toast.error(refusalText(error, refusals), { title: 'המאמר לא נמחק' })
      return false
    }
  }
}
