/** The same query with an offset in the place of its page. */
export const fromOffset = <Query extends { page: number; limit: number }>({
  page,
  ...query
}: Query) => ({
  ...query,
  offset: (page - 1) * query.limit,
});
