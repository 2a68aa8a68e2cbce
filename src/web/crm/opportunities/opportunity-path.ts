/** The address of a deal's own page. */
export const dealPath = (id: string) => `/crm/opportunities/${id}`
