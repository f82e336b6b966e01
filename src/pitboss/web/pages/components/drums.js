// Where the drums of an odometer stand. A drum turns while the one to its right goes from 9 to 0,
// so that no moment shows more than the figure.

/** The drums from the right, each from 0 to just below 10: 1299.5 is [9.5, 9.5, 2.5, 1]. */
export function drums(figure, count) {
  const places = [];
  for (let place = 0; place < count; place += 1) {
    const unit = 10 ** place;
    const lower = figure % unit;
    const turning = place === 0 ? figure - Math.floor(figure) : Math.max(0, lower - (unit - 1));
    places.push((Math.floor(figure / unit) % 10) + turning);
  }
  return places;
}
