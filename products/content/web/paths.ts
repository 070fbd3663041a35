/** Where the pages of this room are. */
export const paths = {
  notices: '/pages/notice/list',
  notice: '/pages/notice/detail',
  news: '/pages/news/list',
  article: '/pages/news/detail',
} as const

/** One of them, by the id of its article. */
export const articleAt = (path: string, id: string): string => `${path}?id=${encodeURIComponent(id)}`
