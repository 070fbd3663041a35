/** What the practice market says of its own offerings. */
export const practice = {
  title: 'Practice offering of {ticker}',
  prospectus:
    'This offering is part of the practice market. {name} does not offer these shares: price, calendar and the other applicants are simulated, and marked as such.\n\nMore shares of {ticker} are offered, which this market already trades. When you apply, price times quantity is held, and nothing is charged before the allotment. You can leave at no cost until the closing.\n\nIf more shares are asked for than there are, they are allotted by the published rule. Anybody can run the allotment again from the published file. What is not allotted is released in the same entry that pays for what is.',
  risks: [
    'You may receive fewer shares than you ask for, or none.',
    'The price may fall before you can sell.',
    'You cannot sell allotted shares before the date they may be sold.',
  ],
}
