/** What the database refuses about an address stands beside its field. */
export const slugErrors = { slug_taken: 'slug', slug_reserved: 'slug', product_slug_form: 'slug' }
