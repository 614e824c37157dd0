#pragma once

#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>
#include <string>

namespace ranvier::hoc {

/// A section as the language sees it: a named object that can be accessed.
///
/// Reference-counted without atomic operations: an interpreter and its sections belong to one thread.
class SectionObject : public boost::intrusive_ref_counter<SectionObject, boost::thread_unsafe_counter> {
  public:
    virtual ~SectionObject() = default;
    /// "soma", "dend[3]", "Cell[0].soma".
    virtual std::string name() const = 0;
    /// The same with "_pysec." before it if Python has made the section: what scripts write, and secname() gives.
    virtual std::string script_name() const { return name(); }
    /// False once deleted.
    bool exists() const { return exists_; }
    /// For messages: why the section no longer exists.
    virtual std::string fate() const { return "the section was deleted"; }

    /// Not counted: what stands for the section in another language; null if nothing does.
    void* shown_as = nullptr;

  protected:
    void set_deleted() { exists_ = false; }

  private:
    bool exists_ = true;
};
using SectionPtr = boost::intrusive_ptr<SectionObject>;

}  // namespace ranvier::hoc
