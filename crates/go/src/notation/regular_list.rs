//! Compressed list for entries of which most can be computed from an earlier entry.

/// Number of entries in a page.
const PAGE_LEN: usize = 1024;

/// Entry of a [`RegularList`].
pub trait Regular: Copy + PartialEq {
    /// The entry that is `steps` entries after this one in a regular sequence.
    fn after(self, steps: u32) -> Self;
}

/// A list of entries, stored in pages of 1024.
///
/// A page is regular if [`Regular::after`] computes all its entries from the first one. A regular page is
/// packed: only its first entry is stored. So a long game without variations needs almost no memory.
/// [`RegularList::push`] does not pack the last two pages, because their entries still change.
#[derive(Clone, Debug)]
pub struct RegularList<T> {
    pages: Vec<Page<T>>,
    length: usize,
}

#[derive(Clone, Debug)]
struct Page<T> {
    /// First entry of a packed page of [`PAGE_LEN`] entries. `None` if the page is not packed.
    packed: Option<T>,
    /// Entries of the page. Empty if the page is packed.
    entries: Vec<T>,
}

impl<T> Page<T> {
    const fn unpacked(entries: Vec<T>) -> Self {
        Self { packed: None, entries }
    }
}

impl<T> Default for RegularList<T> {
    fn default() -> Self {
        Self { pages: Vec::new(), length: 0 }
    }
}

impl<T: Regular> RegularList<T> {
    /// An empty list with memory for `capacity` entries, at most one page.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { pages: vec![Page::unpacked(Vec::with_capacity(capacity.min(PAGE_LEN)))], length: 0 }
    }

    /// Number of entries.
    pub const fn len(&self) -> usize {
        self.length
    }

    /// True for a list without entries.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The entry with this index. `None` if the list is too short.
    #[inline]
    pub fn get(&self, index: usize) -> Option<T> {
        let page = self.pages.get(index / PAGE_LEN)?;
        page.packed
            .map(|first| entry_at(first, index % PAGE_LEN))
            .or_else(|| page.entries.get(index % PAGE_LEN).copied())
    }

    /// The entry with this index.
    ///
    /// # Panics
    /// Panics if the list is too short.
    #[inline]
    pub fn at(&self, index: usize) -> T {
        let page = &self.pages[index / PAGE_LEN];
        page.packed.map_or_else(|| page.entries[index % PAGE_LEN], |first| entry_at(first, index % PAGE_LEN))
    }

    /// Appends an entry. When a new page begins, the third page from the end is packed if it is regular.
    pub fn push(&mut self, entry: T) {
        let page_index = self.length / PAGE_LEN;
        if page_index == self.pages.len() {
            if let Some(full_page) = page_index.checked_sub(2) {
                self.pack(full_page);
            }
            self.pages.push(Page::unpacked(Vec::new()));
        }
        self.unpack(page_index).push(entry);
        self.length += 1;
    }

    /// Changes the entry with this index, and returns the result of `change`. Returns `None` if the list is
    /// too short.
    pub fn change<R>(&mut self, index: usize, change: impl FnOnce(&mut T) -> R) -> Option<R> {
        if index >= self.length {
            return None;
        }
        self.unpack(index / PAGE_LEN).get_mut(index % PAGE_LEN).map(change)
    }

    /// Packs a page if it is full and regular.
    fn pack(&mut self, page_index: usize) {
        let Some(page) = self.pages.get_mut(page_index).filter(|page| page.entries.len() == PAGE_LEN) else {
            return;
        };
        let first = page.entries[0];
        if page.entries.iter().enumerate().all(|(index, entry)| *entry == entry_at(first, index)) {
            *page = Page { packed: Some(first), entries: Vec::new() };
        }
    }

    /// Entries of a page, for changes. Unpacks a packed page.
    fn unpack(&mut self, page_index: usize) -> &mut Vec<T> {
        let page = &mut self.pages[page_index];
        if let Some(first) = page.packed.take() {
            page.entries = (0..PAGE_LEN).map(|index| entry_at(first, index)).collect();
        }
        &mut page.entries
    }
}

/// The entry at this index of a regular page.
fn entry_at<T: Regular>(first: T, index: usize) -> T {
    first.after(u32::try_from(index).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Regular for u32 {
        fn after(self, steps: u32) -> Self {
            self + steps
        }
    }

    fn packed_pages(list: &RegularList<u32>) -> usize {
        list.pages.iter().filter(|page| page.packed.is_some()).count()
    }

    #[test]
    fn regular_pages_stay_packed_until_an_entry_changes() {
        let (mut list, mut plain) = (RegularList::with_capacity(4), Vec::new());
        for at in 0..10_000 {
            // One irregular step in the middle of a page, one between two pages.
            let entry = at + u32::from(at >= 2500) + u32::from(at >= 5120);
            list.push(entry);
            plain.push(entry);
        }
        assert_eq!((list.len(), packed_pages(&list)), (10_000, 7));
        assert!((0..10_000).map(|at| list.at(at)).eq(plain.iter().copied()));
        for at in [0, 1023, 4000, 9_999] {
            assert_eq!(list.change(at, |entry| std::mem::replace(entry, 7)), Some(plain[at]));
            plain[at] = 7;
        }
        assert_eq!(list.change(10_000, |entry| *entry), None);
        assert_eq!((list.get(10_000), packed_pages(&list)), (None, 5));
        assert!((0..10_000).map(|at| list.at(at)).eq(plain.iter().copied()));
    }
}
