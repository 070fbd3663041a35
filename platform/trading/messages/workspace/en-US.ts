import type { workspace as spanish } from './es-ES.ts'

/** Words of the desk of wide screens. */
export const workspace: typeof spanish = {
  workspace: {
    side: 'Buy or sell',
    held: 'Holdings',
    noFills: 'You have no fills of {ticker} yet.',
    instruments: 'Instruments',
    followed: 'Watchlist',
    nothingFollowed: 'Tap the star beside a price and it appears here.',
    signInToFollow: 'Sign in to see your watchlist.',
    nothingFound: 'We found nothing for “{keyword}”.',
    failed: 'We could not load the list.',
    nothing: 'Nothing here for now.',
    total: 'Everything you own',
    keys: {
      title: 'Keyboard shortcuts',
      open: 'Show the shortcuts',
      review: 'Review the order',
      back: 'Back to the step before',
      search: 'Search',
      next: 'Next instrument',
      previous: 'Previous instrument',
      note: 'They do nothing while you type in a field.',
    },
  },
}
