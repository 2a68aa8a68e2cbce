import { useForms } from '#features/forms/forms.data.ts'
import { useOffers } from '#features/products/products.data.ts'

/** Published forms and visible products by name, for the fields that hold their public ids. */
export function Suggestions() {
  const { data: forms = [] } = useForms()
  const { data: offers = [] } = useOffers()
  return (
    <>
      <datalist id="suggested-forms">
        {forms.map(
          ({ public_id: id, title, status }) =>
            status === 'published' && (
              <option key={id} value={id}>
                {title}
              </option>
            ),
        )}
      </datalist>
      <datalist id="suggested-products">
        {offers.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}
