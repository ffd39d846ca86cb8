// Numbers from 0 on, as many as come.

export class Growing {
  length = 0;
  /** What is beyond the length is not there yet. */
  room = new Uint32Array(1024);

  append(added: ArrayLike<number>): void {
    const length = this.length + added.length;
    if (length > this.room.length) {
      const more = new Uint32Array(2 * length);
      more.set(this.all);
      this.room = more;
    }
    this.room.set(added, this.length);
    this.length = length;
  }

  push(value: number): void {
    if (this.length === this.room.length) this.append([value]);
    else this.room[this.length++] = value;
  }

  get all(): Uint32Array {
    return this.room.subarray(0, this.length);
  }
}
