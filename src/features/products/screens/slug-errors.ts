/** Maps refusals about a slug to its field. */
export const slugErrors = { slug_taken: 'slug', slug_reserved: 'slug', product_slug_form: 'slug' }
