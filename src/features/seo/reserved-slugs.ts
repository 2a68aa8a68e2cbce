const pages = `home home-2 home-3 about contact reviews product product-2 product-3 features pricing faq blog newsletter
  unsubscribe unsubscribe-success privacy-policy terms accessibility disclaimer cancel-transaction landinger link-in-bio
  lesson book-a-call preparation design-system ninja fiscal-fitness not-found 404 index search`
const waysFurtherIn = `financial_stage webinar webinar-invite template-preview plf form book appointment lead checkout
  payment-success payment-error preview`
const signedIn = `auth login logout setup crm dashboard admin client-login client-portal client-invitation account settings`
const ofTheServer = `api assets rest storage functions realtime share-image sitemap robots rss feed health metrics static
  public src node_modules`

/** Slugs that products cannot use, because each is the first segment of another path. A test compares them with the database. */
export const reservedSlugs: readonly string[] = [pages, waysFurtherIn, signedIn, ofTheServer].flatMap((words) =>
  words.split(/\s+/),
)
