/** Where the pages of this room are. */
export const paths = {
  choose: '/pages/system/choose-location',
  open: '/pages/system/open-location',
} as const
