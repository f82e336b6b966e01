/** The address of the card of a round: of a box and its bet, of a whole box, or of a ruling. */
export const whyAddress = (round, about) => `/why?${new URLSearchParams({ round, about })}`;
